key=$(openssl rand -hex 16)
for attempt in 1 2; do
  curl -s https://yunduo.example/api/order/create \
    -H "Authorization: Bearer $TOKEN" \
    -H "Idempotency-Key: $key" \
    -H 'Content-Type: application/json' \
    -d '{"plan": "m12", "quantity": 1}' | jq -r .data.order_no
done
