api=https://yunduo.example/api
begun=$(curl -s $api/user_device/begin -H 'Content-Type: application/json' \
  -d '{"device_name": "db-1", "system": "Debian 12"}')
code=$(echo "$begun" | jq -r .data.device_code)
wait=$(echo "$begun" | jq -r .data.interval)
echo "$begun" | jq -r '"Open \(.data.verification_uri_complete) and confirm \(.data.user_code)"'

while :; do
  sleep "$wait"
  answer=$(curl -s $api/user_device/token -H 'Content-Type: application/json' \
    -d "{\"device_code\": \"$code\"}")
  case $(echo "$answer" | jq -r .code) in
    OK) break ;;
    DEVICE_PENDING | DEVICE_SLOW_DOWN) wait=$(echo "$answer" | jq -r .data.retry_after) ;;
    *) echo "$answer" | jq -r .msg >&2; exit 1 ;;
  esac
done
TOKEN=$(echo "$answer" | jq -r .data.token)
curl -s $api/user_info/index -H "Authorization: Bearer $TOKEN" | jq -r .data.email
