body=$(jq -nc --arg order "$ORDER_NO" --arg payment "$PAYMENT_NO" --argjson amount "$AMOUNT" '{
  order_no: $order, payment_no: $payment, transaction_id: "T-2026-0001",
  status: "paid", amount: $amount, currency: "CNY" }')
timestamp=$(date +%s)
signature=$(printf '%s.%s' "$timestamp" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$PAY_KEY" | sed 's/^.*= //')
curl -s https://yunduo.example/api/pay_notify/sandbox \
  -H 'Content-Type: application/json' \
  -H "x-pay-timestamp: $timestamp" -H "x-pay-signature: $signature" \
  -d "$body" | jq -r .data.result
