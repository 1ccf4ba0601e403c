#!/bin/sh
# Which processes of an app answer from now on. Only the app's own file of the edge is written, so that several teams
# roll at once:
#   roll.sh APP HOST:PORT …   once each of them is ready; if one is not within PATIENCE seconds nothing changes
#   roll.sh APP --back        those that answered before, alike
# EDGE is the folder of nginx.conf, RUN the one of nginx -p. What an old process has begun to answer it ends: stop it
# afterwards, with SIGTERM.
set -eu
EDGE=${EDGE:-/etc/yunduo/edge}
RUN=${RUN:-/var/cache/yunduo}
PATIENCE=${PATIENCE:-60}

fail() { echo "error: $1" >&2; exit "${2:-1}"; }
usage() { sed -n 's/^# \{0,1\}//p' "$0" | sed 1d; }

[ "${1:-}" != --help ] || { usage; exit 0; }
[ $# -ge 2 ] || fail 'roll.sh APP HOST:PORT … or roll.sh APP --back' 2
app=$1; shift
case $app in
  # Useful, not only alive: the API reaches what it needs, the site has made a page of what the API says.
  api) path=/api/health/ready ;;
  public-site) path=/ ;;
  developer-console) path=/developer-center/builds/latest.json ;;
  *) fail "$app: there is api, public-site, developer-console" 2 ;;
esac
file=$EDGE/site/upstreams/$app.conf
[ -f "$file" ] || fail "$file is not there: is EDGE the edge's folder?" 2

addresses() { sed -n 's/^server \([^ ;]*\).*/\1/p' "$1" | tr '\n' ' '; }
if [ "$1" = --back ]; then
  [ -f "$file.before" ] || fail "nothing to go back to: $file.before is not there"
  # shellcheck disable=SC2046
  set -- $(addresses "$file.before")
fi
: >"$file.new"
for address; do
  case $address in
    -* | :* | *: | *[!]A-Za-z0-9.:[-]*) fail "$address is not HOST:PORT" 2 ;;
    *:*) ;;
    *) fail "$address is not HOST:PORT" 2 ;;
  esac
  curl -fs -o /dev/null --max-time 5 --retry "$PATIENCE" --retry-delay 1 --retry-max-time "$PATIENCE" \
    --retry-all-errors "http://$address$path" || fail "$address is not ready; nothing has changed"
  echo "server $address max_fails=3 fail_timeout=2s;" >>"$file.new"
done
cp "$file" "$file.running"
mv "$file.new" "$file"
if ! nginx -t -q -p "$RUN" -c "$EDGE/nginx.conf"; then
  mv "$file.running" "$file"
  fail 'nginx refuses the configuration; nothing has changed'
fi
# The same command again keeps the way back.
if cmp -s "$file.running" "$file"; then rm "$file.running"; else mv "$file.running" "$file.before"; fi
kill -HUP "$(cat "$RUN/nginx.pid")"
echo "$app: $(addresses "$file")"
