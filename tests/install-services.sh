#!/usr/bin/env bash
# Installs the programs that tests start and that npm does not provide, as root on Debian. Elsewhere it prints the tests
# that will be skipped.
set -euo pipefail
missing=()
command -v redis-server >/dev/null || command -v valkey-server >/dev/null || missing+=(redis-server)
command -v varnishd >/dev/null || missing+=(varnish)
command -v python3 >/dev/null || missing+=(python3)
command -v java >/dev/null || missing+=(default-jre-headless)
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq
  # The tests start them on free ports; the packages must not start services.
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  rm -f /usr/sbin/policy-rc.d
else
  echo "Not here and not installable by this user: ${missing[*]}. Tests against them will not be run."
fi
