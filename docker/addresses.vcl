vcl 4.1;

# Addresses: the only part of the configuration that differs between operators. Varnish resolves names once, when it
# loads this file. Give the instances fixed addresses, or reload the file when an address changes.

import directors;

probe ready {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
}

# The timeouts are longer than that of the site, which ends each request after 10 s. If a flood of uncached pages
# exceeds `max_connections` of an instance, Varnish sends stale responses instead.
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

# The same instances for event streams. Each open browser keeps a connection, which must not count towards the limit for
# pages.
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

# The addresses from which purges are accepted: the private network. A purge also needs the token.
acl purgers {
    "127.0.0.0"/8;
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
}

# Proxies that terminate TLS in front of Varnish. Varnish trusts their X-Forwarded-For and X-Forwarded-Proto.
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
