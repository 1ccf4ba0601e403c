#!/bin/sh
# Writes what the environment says into RUN (the one place that is written to), then becomes nginx.
set -eu

RUN=${RUN:-/run/console}
CONF=${CONF:-/srv/nginx.conf}
CLIENT=${CLIENT:-/srv/client}

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

# In quotes for nginx, which would read a dollar as a variable: there the address says it as %24.
if [ -n "${LINK_DEV_DOCS:-}" ]; then
  printf 'return 302 "%s";\n' "$(printf '%s' "$LINK_DEV_DOCS" | sed 's|\$|%24|g')"
else
  echo 'return 404;'
fi >"$RUN/document.conf"

case ${ORIGIN:-} in
  https:*) echo 'add_header strict-transport-security "max-age=31536000; includeSubDomains" always;' ;;
esac >"$RUN/headers.conf"

# The pages that the build rendered name their addresses without an origin, which it does not know: search engines want
# one. Of what is special to sed, an address may hold the ampersand alone.
origin=$(printf '%s' "${ORIGIN:-}" | sed -e 's|/*$||' -e 's|&|\\&|g')
(cd "$CLIENT" && find . -name index.html) | while read -r page; do
  mkdir -p "$RUN/pages/$(dirname "$page")"
  sed -e "s|\(<link rel=\"canonical\" href=\"\)/|\1$origin/|g" -e "s|\(<link rel=\"alternate\" href=\"\)/|\1$origin/|g" \
    -e "s|\(<meta property=\"og:url\" content=\"\)/|\1$origin/|g" \
    -e "s|\(<meta property=\"og:image\" content=\"\)/|\1$origin/|g" \
    "$CLIENT/$page" >"$RUN/pages/$page"
  gzip -c "$RUN/pages/$page" >"$RUN/pages/$page.gz"
done

# An include is looked for beside the configuration.
cp "$CONF" "$RUN/nginx.conf"
exec nginx -e stderr -c "$RUN/nginx.conf" -g 'daemon off;'
