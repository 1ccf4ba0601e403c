#!/bin/sh
# Writes what the environment says into RUN (the one place that is written to), then becomes nginx.
set -eu

RUN=${RUN:-/run/console}
CONF=${CONF:-/srv/nginx.conf}

# A value goes into a JSON string: what cannot stand in an address is refused, quotes and backslashes among it.
address() {
  case $2 in
    '') return 0 ;;
    *[!A-Za-z0-9:/?#@!\$\&\(\)*+,\;=._~%-]*) ;;
    http://?* | https://?*) return 0 ;;
  esac
  echo "$1 is not an http(s) address" >&2
  exit 1
}
address LINK_DEV_DOCS "${LINK_DEV_DOCS:-}"
address ORIGIN "${ORIGIN:-}"

if [ -n "${LINK_DEV_DOCS:-}" ]; then docs="\"$LINK_DEV_DOCS\""; else docs=null; fi
printf '{"apiBaseUrl":"","devDocs":%s}' "$docs" >"$RUN/config.json"

case ${ORIGIN:-} in
  https:*) echo 'add_header strict-transport-security "max-age=31536000; includeSubDomains" always;' ;;
esac >"$RUN/headers.conf"

# An include is looked for beside the configuration.
cp "$CONF" "$RUN/nginx.conf"
exec nginx -e stderr -c "$RUN/nginx.conf" -g 'daemon off;'
