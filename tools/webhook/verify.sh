#!/bin/sh
# sh verify.sh <webhook-id> <webhook-timestamp> <webhook-signature> <file with the body>
# The secret comes from WEBHOOK_SECRET. Exit code 0: valid, 1: invalid. The caller must check the
# timestamp.
set -eu
key=$(printf '%s' "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -tx1 | tr -d ' \n')
expected=$({ printf '%s.%s.' "$1" "$2"; cat "$4"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
for signature in $3; do
  [ "$signature" = "v1,$expected" ] && exit 0
done
exit 1
