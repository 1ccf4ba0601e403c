api=https://yunduo.example/api
terms=$(curl -s $api/client_download/releases | jq .data.protocol)
claimed=$(jq -n --arg code "$INVITATION" --argjson terms "$terms" \
  '{invitation_code: $code, platform: "windows-x64", agree: true,
    protocol_id: $terms.id, protocol_version: $terms.version}' |
  curl -s $api/client_download/claim -H 'Content-Type: application/json' -d @-)
url=$(echo "$claimed" | jq -r .data.url)

curl -s -r 0-99 -o client.part "$url"
curl -s -C - -o client.part "$url"
echo "$(echo "$claimed" | jq -r .data.sha256)  client.part" | sha256sum -c
