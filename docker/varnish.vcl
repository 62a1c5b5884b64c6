vcl 4.1;

# The CDN in front of the site, for Varnish 7. Run it with
#   -a public=:8080 -a purge=:8081     only the private network may reach the purge port
#   -p http_gzip_support=off           the site compresses; Varnish must not
#   -p vcl_path=<folder of addresses.vcl>
# and with CDN_PURGE_TOKEN in its environment.

import std;

include "addresses.vcl";

sub vcl_recv {
    if (req.restarts == 0) {
        # Internal headers of this file, which clients must not set.
        unset req.http.X-Stale;
        unset req.http.X-Cache-Did;
        unset req.http.X-Query;
        # The site uses the last address in X-Forwarded-For as the client's address. Varnish has appended the address of
        # the connection. If a TLS proxy has opened the connection, remove this address. The address that the proxy has
        # appended is then the last one.
        if (client.ip ~ trusted_proxies) {
            set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",\s*[^,]+$", "");
        } else {
            set req.http.X-Forwarded-For = client.ip;
            unset req.http.X-Forwarded-Proto;
            unset req.http.X-Forwarded-Host;
            unset req.http.X-Forwarded-Port;
            unset req.http.X-Real-IP;
            unset req.http.Forwarded;
        }
    }

    if (local.socket == "purge") {
        call purge_tags;
    }

    set req.backend_hint = sites.backend();

    if (req.method !~ "^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$") {
        return (synth(405, "Method Not Allowed"));
    }

    # Pipe event streams, because a pipe occupies one thread for each browser, and a pass would occupy two. Varnish
    # closes the connection after the piped request, so that no second request can bypass these rules.
    if (req.method == "GET" && req.url ~ "^/(?:[a-z]{2}/)?events(?:\?|$)") {
        set req.backend_hint = streams.backend();
        unset req.http.Cookie;
        return (pipe);
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.http.Authorization) {
        return (pass);
    }
    # The private areas of shared/resources.ts and the health checks. `npm run docs` writes this list. Requests for all
    # other paths lose their cookie, so that a private page that is missing here is never cached with a player's data.
    if (req.url ~ "(?i)^/(?:[a-z]{2}/)?(?:account|api|bonus|deposit|excluded|logout|loyalty-shop|my-accounts|sandbox|search|wallet|webhooks|healthz|readyz)(?:[/?;]|$)") {
        return (pass);
    }

    # Store one response for all cookies, host names, undeclared parameters and orders of the parameters.
    unset req.http.Cookie;
    set req.http.Host = "site";
    call keep_named_parameters;
    set req.url = std.querysort(req.url);

    # Store at most one response for each coding: br, gzip and identity.
    if (req.http.Accept-Encoding ~ "(?i)(?:^|[\s,])br(?:[\s,;]|$)" && req.http.Accept-Encoding !~ "(?i)(?:^|[\s,])br\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$)") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "(?i)(?:^|[\s,])gzip(?:[\s,;]|$)" && req.http.Accept-Encoding !~ "(?i)(?:^|[\s,])gzip\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # "held": the stored response may be sent only if the site fails, so request the site first.
    if (req.http.X-Stale == "held") {
        set req.grace = 0s;
    } else {
        set req.grace = 1y;
    }
    return (hash);
}

# Removes every parameter that the site does not declare, so that `?utm_source=1` does not add another cache entry.
# `npm run docs` writes this subroutine from shared/resources.ts.
sub keep_named_parameters {
    set req.http.X-Query = "";
    if (req.url ~ "^/+(?:[a-z]{2}/+)*results/*\?") {
        if (req.url ~ "[?&]game=") {
            set req.http.X-Query = req.http.X-Query + "&game=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?game(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]from=") {
            set req.http.X-Query = req.http.X-Query + "&from=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?from(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]to=") {
            set req.http.X-Query = req.http.X-Query + "&to=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?to(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]cursor=") {
            set req.http.X-Query = req.http.X-Query + "&cursor=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?cursor(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*winners/*\?") {
        if (req.url ~ "[?&]game=") {
            set req.http.X-Query = req.http.X-Query + "&game=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?game(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*games/*\?") {
        if (req.url ~ "[?&]game=") {
            set req.http.X-Query = req.http.X-Query + "&game=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?game(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*blogs/*\?") {
        if (req.url ~ "[?&]blog=") {
            set req.http.X-Query = req.http.X-Query + "&blog=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?blog(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]month=") {
            set req.http.X-Query = req.http.X-Query + "&month=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?month(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]page=") {
            set req.http.X-Query = req.http.X-Query + "&page=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?page(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*promotions/*\?") {
        if (req.url ~ "[?&]month=") {
            set req.http.X-Query = req.http.X-Query + "&month=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?month(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]page=") {
            set req.http.X-Query = req.http.X-Query + "&page=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?page(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*login/*\?") {
        if (req.url ~ "[?&]to=") {
            set req.http.X-Query = req.http.X-Query + "&to=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?to(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*signup/*\?") {
        if (req.url ~ "[?&]to=") {
            set req.http.X-Query = req.http.X-Query + "&to=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?to(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*forgot-password/*\?") {
        if (req.url ~ "[?&]to=") {
            set req.http.X-Query = req.http.X-Query + "&to=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?to(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*check/*\?") {
        if (req.url ~ "[?&]game=") {
            set req.http.X-Query = req.http.X-Query + "&game=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?game(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]numbers=") {
            set req.http.X-Query = req.http.X-Query + "&numbers=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?numbers(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]by=") {
            set req.http.X-Query = req.http.X-Query + "&by=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?by(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]last=") {
            set req.http.X-Query = req.http.X-Query + "&last=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?last(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]from=") {
            set req.http.X-Query = req.http.X-Query + "&from=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?from(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]to=") {
            set req.http.X-Query = req.http.X-Query + "&to=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?to(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]draw=") {
            set req.http.X-Query = req.http.X-Query + "&draw=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?draw(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    if (req.url ~ "^/+(?:[a-z]{2}/+)*dynamicpage/*\?") {
        if (req.url ~ "[?&]dynamicJson=") {
            set req.http.X-Query = req.http.X-Query + "&dynamicJson=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?dynamicJson(?:=([^&]*))?(?:&.*)?$", "\1");
        }
        if (req.url ~ "[?&]date=") {
            set req.http.X-Query = req.http.X-Query + "&date=" + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?date(?:=([^&]*))?(?:&.*)?$", "\1");
        }
    }
    set req.http.X-Query = regsuball(req.http.X-Query, "&[A-Za-z]+=(?=&|$)", "");
    set req.url = regsub(req.url, "\?.*$", "") + regsub(req.http.X-Query, "^&", "?");
    unset req.http.X-Query;
}

# A purge is a POST request whose Cache-Tag header lists the tags in the same format as in responses. Only whole tags
# match.
sub purge_tags {
    if (req.method != "POST") {
        return (synth(405, "Method Not Allowed"));
    }
    if (!(client.ip ~ purgers)) {
        return (synth(403, "Forbidden"));
    }
    if (std.getenv("CDN_PURGE_TOKEN") == "" || req.http.Authorization != "Bearer " + std.getenv("CDN_PURGE_TOKEN")) {
        return (synth(403, "Forbidden"));
    }
    if (req.http.Cache-Tag !~ "^[A-Za-z0-9._:*-]+(?:,[A-Za-z0-9._:*-]+)*$") {
        return (synth(400, "Bad Request"));
    }
    # Escape the characters that are special in a pattern.
    if (!std.ban("obj.http.Cache-Tag ~ (?:^|,)(?:" + regsuball(regsuball(req.http.Cache-Tag, "([.*])", "[\1]"), ",", "|") + ")(?:,|$)")) {
        return (synth(500, std.ban_error()));
    }
    return (synth(200, "Purged"));
}

sub vcl_hit {
    # Round `ttl` down to whole seconds, so that an expired response never has a `ttl` of 0.
    if (obj.ttl >= 0s) {
        set req.http.X-Cache-Did = "hit; ttl=" + regsub(obj.ttl, "\..*$", "");
    } else {
        set req.http.X-Cache-Did = "hit; ttl=" + regsub(obj.ttl - 1s, "\..*$", "");
    }
    # The response is fresh or within stale-while-revalidate: send it. Varnish revalidates a stale response in the
    # background.
    if (obj.ttl + std.duration(regsub(obj.http.X-Lifetime, "^(?:.*[\s,])?stale-while-revalidate=(\d+).*$", "\1s"), 0s) > 0s) {
        return (deliver);
    }
    # The response is within stale-if-error: send it only if the site fails (RFC 5861).
    if (req.http.X-Stale == "use" || !std.healthy(req.backend_hint)) {
        set req.http.X-Cache-Did = req.http.X-Cache-Did + "; detail=stale-if-error";
        return (deliver);
    }
    set req.http.X-Stale = "held";
    return (restart);
}

sub vcl_miss {
    if (req.http.X-Stale == "held") {
        set req.http.X-Cache-Did = "fwd=stale";
    } else {
        set req.http.X-Cache-Did = "fwd=uri-miss";
    }
}

sub vcl_pass {
    set req.http.X-Cache-Did = "fwd=bypass";
}

sub vcl_backend_fetch {
    unset bereq.http.X-Cache-Did;
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }

    if (beresp.status >= 500) {
        # Discard this response, so that the stale response is kept and sent.
        if (bereq.is_bgfetch || bereq.http.X-Stale == "held") {
            return (abandon);
        }
        set beresp.uncacheable = true;
        set beresp.ttl = 1s;
        set beresp.grace = 0s;
        return (deliver);
    }

    # CDN-Cache-Control takes precedence over Cache-Control (RFC 9213).
    if (beresp.http.CDN-Cache-Control) {
        set beresp.http.X-Lifetime = beresp.http.CDN-Cache-Control;
        set beresp.ttl = std.duration(regsub(beresp.http.X-Lifetime, "^(?:.*[\s,])?max-age=(\d+).*$", "\1s"), 0s) - beresp.age;
    } else {
        set beresp.http.X-Lifetime = beresp.http.Cache-Control;
    }
    # Store the response for the longer of the two stale times, which both begin when it becomes stale. vcl_hit decides
    # which of them applies.
    set beresp.grace = std.duration(regsub(beresp.http.X-Lifetime, "^(?:.*[\s,])?stale-while-revalidate=(\d+).*$", "\1s"), 0s);
    if (std.duration(regsub(beresp.http.X-Lifetime, "^(?:.*[\s,])?stale-if-error=(\d+).*$", "\1s"), 0s) > beresp.grace) {
        set beresp.grace = std.duration(regsub(beresp.http.X-Lifetime, "^(?:.*[\s,])?stale-if-error=(\d+).*$", "\1s"), 0s);
    }
    set beresp.keep = 0s;

    if (beresp.http.Set-Cookie
        || beresp.http.Cache-Control ~ "(?i)\b(?:private|no-store)\b"
        || beresp.http.X-Lifetime ~ "(?i)\b(?:private|no-store|no-cache)\b"
        || beresp.http.Vary ~ "\*|(?i)\bcookie\b"
        || (beresp.ttl <= 0s && beresp.grace <= 0s)) {
        # Remember for 10 s that the response cannot be cached, so that concurrent requests for it are not serialised.
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
        set beresp.grace = 0s;
        return (deliver);
    }
    # The response expires now, but is stored for its stale times.
    if (beresp.ttl <= 0s) {
        set beresp.ttl = 0.1s;
    }
    return (deliver);
}

sub vcl_backend_error {
    # The instance may have just stopped, so try another instance.
    if (bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
    if (!bereq.uncacheable && (bereq.is_bgfetch || bereq.http.X-Stale == "held")) {
        return (abandon);
    }
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    set beresp.grace = 0s;
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    set beresp.http.Content-Security-Policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
    set beresp.http.X-Content-Type-Options = "nosniff";
    set beresp.body = {"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Back in a moment</title>
<style>body{font:1.125rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1.5rem}</style>
<h1>Back in a moment</h1>
<p>This page cannot be reached just now. Draws are held on time all the same, and their results will be here.</p>
<p><a href="">Try again</a></p>
</html>
"};
    return (deliver);
}

sub vcl_deliver {
    # RFC 9211: each cache appends its entry after the entries of caches nearer to the origin.
    if (req.http.X-Cache-Did ~ "^fwd=(?:uri-miss|stale)" && !obj.uncacheable) {
        set req.http.X-Cache-Did = req.http.X-Cache-Did + "; stored";
    }
    if (resp.http.Cache-Status) {
        set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; " + req.http.X-Cache-Did;
    } else {
        set resp.http.Cache-Status = "varnish; " + req.http.X-Cache-Did;
    }
    # Remove the headers that are not for clients.
    unset resp.http.X-Lifetime;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
}

sub vcl_synth {
    # The site was requested first and failed, so send the stale response.
    if (resp.status == 503 && req.http.X-Stale == "held") {
        set req.http.X-Stale = "use";
        return (restart);
    }
    set resp.http.Cache-Control = "no-store";
    set resp.http.Content-Type = "application/json; charset=utf-8";
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    if (resp.status == 405 && local.socket == "purge") {
        set resp.http.Allow = "POST";
    } elsif (resp.status == 405) {
        set resp.http.Allow = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
    }
    set resp.body = "{" + {"""} + "status" + {"""} + ":" + resp.status + "}";
    return (deliver);
}
