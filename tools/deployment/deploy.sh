#!/bin/sh
# Runs an image in the other slot of an app, moves the edge to it (roll.sh), and stops what ran, which stays for the way
# back. An image that is not ready within PATIENCE seconds is removed; nothing has changed then.
#   deploy.sh APP IMAGE    IMAGE with its digest, as the release printed it
#   deploy.sh APP --back   what ran before
# ENGINE is docker or podman. SETTINGS holds APP.env. SLOTS are the two ports of the app. With SIGNED_BY, the identity of
# the release workflow, an image without its signature is refused (cosign).
set -eu
ENGINE=${ENGINE:-docker}
SETTINGS=${SETTINGS:-/etc/yunduo}
export EDGE="${EDGE:-/etc/yunduo/edge}"

fail() { echo "error: $1" >&2; exit "${2:-1}"; }
[ "${1:-}" != --help ] || { sed -n 's/^# \{0,1\}//p' "$0"; exit 0; }
[ $# -eq 2 ] || fail 'deploy.sh APP IMAGE or deploy.sh APP --back' 2
app=$1 image=$2
case $app in
  api) slots='4310 4311' ;;
  public-site) slots='4320 4321' ;;
  developer-console) slots='4330 4331' ;;
  *) fail "$app: there is api, public-site, developer-console" 2 ;;
esac
slots=${SLOTS:-$slots}
case $image in
  --back | *@sha256:*) ;;
  *) fail "$image names no digest" 2 ;;
esac
roll=$(dirname "$0")/roll.sh
running=$(sed -n 's/^server [^ ;]*:\([0-9]*\).*/\1/p' "$EDGE/site/upstreams/$app.conf" | head -n 1)
free=${slots%% *}
[ "$running" != "$free" ] || free=${slots##* }

if [ "$image" = --back ]; then
  "$ENGINE" start "yunduo-$app-$free" >/dev/null
  sh "$roll" "$app" --back
else
  if [ -n "${SIGNED_BY:-}" ]; then
    cosign verify --certificate-identity "$SIGNED_BY" \
      --certificate-oidc-issuer https://token.actions.githubusercontent.com "$image" >/dev/null
  fi
  "$ENGINE" pull --quiet "$image" >/dev/null
  set -- --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp --env-file "$SETTINGS/$app.env"
  kept="yunduo-$app-kept:/srv/kept"
  case $app in
    api)
      set -- "$@" --volume yunduo-data:/data
      "$ENGINE" run --rm --network host "$@" "$image" node migrate.js
      ;;
    public-site)
      "$ENGINE" run --rm "$@" --volume "$kept" "$image" node keep-files.mts --client client
      set -- "$@" --volume "$kept:ro"
      ;;
    developer-console)
      "$ENGINE" run --rm "$@" --volume "$kept" "$image" sh keep-files.sh --client client
      set -- "$@" --volume "$kept:ro"
      ;;
  esac
  if [ "$app" = developer-console ]; then
    set -- "$@" --publish "127.0.0.1:$free:8080"
  else
    # Two versions at once: each has its own port for figures.
    set -- "$@" --network host --env HOST=127.0.0.1 --env "PORT=$free" --env "METRICS_PORT=$((free + 5000))"
  fi
  # What stood here before is the way back until the new one is ready.
  name=yunduo-$app-$free
  quietly() { "$ENGINE" "$@" >/dev/null 2>&1 || true; }
  quietly rm --force "$name-before"
  quietly rename "$name" "$name-before"
  "$ENGINE" run --detach --restart unless-stopped --name "$name" "$@" "$image" >/dev/null
  if ! sh "$roll" "$app" "127.0.0.1:$free"; then
    "$ENGINE" logs --tail 20 "$name" >&2 || true
    quietly rm --force "$name"
    quietly rename "$name-before" "$name"
    exit 1
  fi
  quietly rm --force "$name-before"
fi
# What it has begun to answer it ends.
"$ENGINE" stop "yunduo-$app-$running" >/dev/null 2>&1 || echo "yunduo-$app-$running did not run here" >&2
