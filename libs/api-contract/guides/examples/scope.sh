curl -s -i https://yunduo.example/api/order/list -H "Authorization: Bearer $BUILD_TOKEN"
