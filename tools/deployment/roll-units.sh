#!/bin/sh
# Rolls the systemd unit of one app to its other slot: starts it, moves the edge once it is ready (roll.sh), stops the
# old one. A version that is not ready within PATIENCE seconds is stopped, and nothing else changes.
#   roll-units.sh APP          the version that was put into the free slot's folder, /opt/yunduo/APP/PORT
#   roll-units.sh APP --back   the slot that ran before
# SLOTS are the two ports of the app; EDGE and RUN as in roll.sh.
set -eu
export EDGE="${EDGE:-/etc/yunduo/edge}"

fail() { echo "error: $1" >&2; exit "${2:-1}"; }
[ "${1:-}" != --help ] || { sed -n 's/^# \{0,1\}//p' "$0"; exit 0; }
[ $# -eq 1 ] || [ "${2:-}" = --back ] || fail 'roll-units.sh APP or roll-units.sh APP --back' 2
app=$1
case $app in
  api) slots='4310 4311' ;;
  public-site) slots='4320 4321' ;;
  developer-console) slots='4330 4331' ;;
  *) fail "$app: there is api, public-site, developer-console" 2 ;;
esac
slots=${SLOTS:-$slots}
running=$(sed -n 's/^server [^ ;]*:\([0-9]*\).*/\1/p' "$EDGE/site/upstreams/$app.conf" | head -n 1)
free=${slots%% *}
[ "$running" != "$free" ] || free=${slots##* }

# Enabled: the slot that runs is the one that starts with the machine.
systemctl --quiet enable --now "yunduo-$app@$free"
if ! sh "$(dirname "$0")/roll.sh" "$app" "${2:-127.0.0.1:$free}"; then
  systemctl --quiet disable --now "yunduo-$app@$free"
  exit 1
fi
systemctl --quiet disable --now "yunduo-$app@$running"
