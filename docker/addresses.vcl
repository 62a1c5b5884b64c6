vcl 4.1;

# Where everything is: the one part of the configuration that differs between operators. Names are looked up once,
# when Varnish loads this; give the instances fixed addresses, or load it anew when they move.

import directors;

probe ready {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
}

# The site ends what it cannot answer within 10 s by itself. What is asked of an instance at once is bounded: more
# than this is a flood of cold pages, and stale ones do better then.
backend site_1 {
    .host = "site-1";
    .port = "3000";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 12s;
    .between_bytes_timeout = 12s;
    .max_connections = 400;
}

backend site_2 {
    .host = "site-2";
    .port = "3000";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 12s;
    .between_bytes_timeout = 12s;
    .max_connections = 400;
}

# The same instances, for streams: each open browser holds a connection, and must not take a page's.
backend stream_1 {
    .host = "site-1";
    .port = "3000";
    .probe = ready;
    .connect_timeout = 1s;
    .max_connections = 10000;
}

backend stream_2 {
    .host = "site-2";
    .port = "3000";
    .probe = ready;
    .connect_timeout = 1s;
    .max_connections = 10000;
}

# Who may purge: the private network. A token is asked for besides.
acl purgers {
    "127.0.0.0"/8;
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
}

# Who stands in front and may say for whom it asks (X-Forwarded-For, X-Forwarded-Proto): the end of TLS.
acl trusted_proxies {
    "127.0.0.0"/8;
}

sub vcl_init {
    new sites = directors.round_robin();
    sites.add_backend(site_1);
    sites.add_backend(site_2);
    new streams = directors.round_robin();
    streams.add_backend(stream_1);
    streams.add_backend(stream_2);
}
