#!/bin/sh
# Writes the environment's values into RUN, then replaces itself by nginx: 50 kB of config.json, the landing pages and
# nginx's runtime files. It is below /tmp, because some engines give a tmpfs on a folder of the image to root.
set -eu

RUN=${RUN:-/tmp/console}
CONF=${CONF:-/srv/nginx.conf}
CLIENT=${CLIENT:-/srv/client}
mkdir -p "$RUN"

# A value goes into a JSON string: characters that are invalid in a URL are rejected, quotes and backslashes included.
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

# Quoted for nginx, which would read a dollar as a variable: the address must encode it as %24.
if [ -n "${LINK_DEV_DOCS:-}" ]; then
  printf 'return 302 "%s";\n' "$(printf '%s' "$LINK_DEV_DOCS" | sed 's|\$|%24|g')"
else
  echo 'return 404;'
fi >"$RUN/document.conf"

case ${ORIGIN:-} in
  https:*) echo 'add_header strict-transport-security "max-age=31536000; includeSubDomains" always;' ;;
esac >"$RUN/headers.conf"

# Prerendered pages have canonical addresses without an origin, which the build does not know; search engines need one.
# The ampersand is the only sed metacharacter that an address may contain.
origin=$(printf '%s' "${ORIGIN:-}" | sed -e 's|/*$||' -e 's|&|\\&|g')
(cd "$CLIENT" && find . -name index.html) | while read -r page; do
  mkdir -p "$RUN/pages/$(dirname "$page")"
  sed -e "s|\(<link rel=\"canonical\" href=\"\)/|\1$origin/|g" -e "s|\(<link rel=\"alternate\" href=\"\)/|\1$origin/|g" \
    -e "s|\(<meta property=\"og:url\" content=\"\)/|\1$origin/|g" \
    -e "s|\(<meta property=\"og:image\" content=\"\)/|\1$origin/|g" \
    "$CLIENT/$page" >"$RUN/pages/$page"
  gzip -c "$RUN/pages/$page" >"$RUN/pages/$page.gz"
done

# nginx resolves an include relative to the configuration.
cp "$CONF" "$RUN/nginx.conf"
exec nginx -e stderr -c "$RUN/nginx.conf" -g 'daemon off;'
