#!/bin/sh
# sh tools/licence/verify.sh <public key> <file.json>
# Judges the signature of a licence file, a request, a receipt, a published key or the manifest of an update with openssl
# (3.0 or later) alone. An answer of `verify` needs what was asked beside it: nonce, code_sha256, fingerprint. Each file
# names its `format` and `version`, or both in `format`, and has one field a line. Exit code 0: signed by that key, 1: not, 2: used wrongly. An example for clients,
# which know the end of the file, the server and the key's chain besides (licence-file.ts).
set -eu
[ $# -eq 2 ] && [ -r "$2" ] || { sed -n '2,3p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A value in its signed form: a string without quotes, null as an empty value. Escapes need a JSON parser.
value() {
  raw=$(sed -n "s/^ *\"$1\": *\(.*\)\$/\1/p" "$file" | sed 's/,$//')
  case $raw in
    *\\*) echo "escaped text in $1" >&2; exit 2 ;;
    null) ;;
    \"*\") raw=${raw#\"}; printf '%s' "${raw%\"}" ;;
    *) printf '%s' "$raw" ;;
  esac
}

file=$2
kind=$(value format)
case $kind in */*) ;; *) kind=$kind/$(value version) ;; esac
case $kind in
  yunduo-licence-key/1) names='key_id public_key signed_by' ;;
  yunduo-licence-request/2) names='code fingerprint server_name created_at client_key' ;;
  yunduo-licence-receipt/1) names='licence_id file_id fingerprint client_key deactivated_at' ;;
  yunduo-licence/1) names='licence_id code_sha256 plan fingerprint server_name issued_at expires_at key_id' ;;
  yunduo-licence/2) names='file_id licence_id code_sha256 plan fingerprint server_name client_key issued_at expires_at key_id' ;;
  yunduo-licence-verify/1) names='nonce code_sha256 fingerprint valid code plan expires_at grace_until server_time key_id' ;;
  yunduo-update/1) names='status platform installed version sha256 size mandatory minimum notes_sha256 issued_at expires_at key_id' ;;
  *) echo "unknown kind $kind" >&2; exit 2 ;;
esac

printf '%s' "$kind" >"$work/text"
for name in $names; do
  text=$(value "$name")
  printf '\n%s=%s' "$name" "$text" >>"$work/text"
done
value signature | openssl base64 -d -A >"$work/signature"
# The prefix of a 32-byte Ed25519 key in SPKI (RFC 8410).
{ printf '0*0\005\006\003+ep\003!\000'; printf '%s' "$1" | openssl base64 -d -A; } >"$work/key"
openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key" -rawin -in "$work/text" \
  -sigfile "$work/signature" >/dev/null 2>&1 && echo signed || { echo 'not signed by this key'; exit 1; }
