curl -s https://yunduo.example/api/dev_app/list -H "Authorization: Bearer $BUILD_TOKEN" |
  jq -r '.data.list[].app_key'
