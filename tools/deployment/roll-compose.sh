#!/bin/sh
# Rolls one app of compose.yaml between its two slots (api and api-2, and so on). No other container is touched, and of
# the edge only the app's upstream file.
#   roll-compose.sh APP VERSION   starts that version in the free slot, moves the edge once it is ready, stops the old one
#   roll-compose.sh APP --back    the version that ran before, the same way; the schema stays
# A version that is not ready within PATIENCE seconds is removed, and nothing else changes. COMPOSE is the command
# ("docker compose"); with IMAGE_REGISTRY the version is pulled first.
set -eu
cd "$(dirname "$0")"
COMPOSE=${COMPOSE:-docker compose}
PATIENCE=${PATIENCE:-60}
EDGE=/srv/edge
RUN=/var/cache/yunduo
export COMPOSE_PROFILES=second

fail() { echo "error: $1" >&2; exit "${2:-1}"; }
compose() { $COMPOSE "$@" </dev/null; }
edge() { compose exec -T edge "$@"; }

[ "${1:-}" != --help ] || { sed -n 's/^# \{0,1\}//p' "$0"; exit 0; }
[ $# -eq 2 ] || fail 'roll-compose.sh APP VERSION or roll-compose.sh APP --back' 2
app=$1 version=$2
case $app in
  # Ready, not only alive: the API reaches its dependencies, the site renders a page.
  api) port=4310 path=/api/health/ready first=migrate ;;
  public-site) port=4320 path=/ first=public-site-files ;;
  developer-console) port=8080 path=/developer-center/builds/latest.json first=developer-console-files ;;
  *) fail "$app: there is api, public-site, developer-console" 2 ;;
esac
case $version in
  --back) ;;
  -* | *[!A-Za-z0-9._-]* | '') fail "$version is not a version" 2 ;;
esac

file=$EDGE/site/upstreams/$app.conf
running=$(edge cat "$file" | sed -n 's/^server \([^ :]*\):.*/\1/p' | head -n 1)
[ -n "$running" ] || fail 'the edge does not run: start compose.yaml first'
slot=$app
[ "$running" != "$app" ] || slot=$app-2

back=
if [ "$version" = --back ]; then
  back=$(edge cat "$file.before" 2>/dev/null) || fail "nothing to go back to: $app was not rolled"
  # Unknown for the version of the first start, whose container is still there.
  version=$(echo "$back" | sed -n 's/^server .*; # //p')
fi
case $app in
  api) [ -z "$version" ] || export API_VERSION="$version" ;;
  public-site) [ -z "$version" ] || export PUBLIC_SITE_VERSION="$version" ;;
  developer-console) [ -z "$version" ] || export DEVELOPER_CONSOLE_VERSION="$version" ;;
esac

if [ -z "$back" ]; then
  [ -z "${IMAGE_REGISTRY:-}" ] || compose pull --quiet "$slot"
  compose run --rm --no-deps "$first"
fi
if [ -n "$version" ]; then compose up -d --no-deps --no-build "$slot"; else compose start "$slot"; fi

tries=0
until edge wget -q -T 5 -O /dev/null "http://$slot:$port$path" 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -ge "$PATIENCE" ]; then
    compose logs --tail 20 "$slot" >&2 || true
    compose rm --stop --force "$slot" >&2
    fail "$slot $version is not ready; nothing has changed"
  fi
  sleep 1
done

edge sh -eu -c "
  echo 'server $slot:$port max_fails=3 fail_timeout=2s;${version:+ # $version}' >$file.new
  cp $file $file.running
  mv $file.new $file
  if nginx -t -q -p $RUN -e stderr -c $EDGE/nginx.conf; then
    mv $file.running $file.before
    kill -HUP \$(cat $RUN/nginx.pid)
  else
    mv $file.running $file
    exit 1
  fi" || fail 'nginx refuses the configuration; nothing has changed'
# It finishes the requests that it has begun to answer.
compose stop "$running"
echo "$app: $slot $version"
