fingerprint=$(printf 'yunduo-server/1\n%s' "$(cat /etc/machine-id)" | sha256sum | cut -c 1-64)
jq -n --arg code "$CODE" --arg fingerprint "$fingerprint" --arg now "$(date -u +%Y-%m-%dT%H:%M:%SZ)" '{
  format: "yunduo-licence-request", version: 1, code: $code, fingerprint: $fingerprint,
  server_name: "db-1", created_at: $now }' > request.json

# On a computer with a network: the account's owner exchanges it for a licence file.
jq -n --rawfile request request.json '{request: $request}' |
  curl -s https://yunduo.example/api/auth_code/offline_request \
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d @- |
  jq -r .data.file > licence.json
jq -r '"\(.format)/\(.version)"' licence.json
