curl -s 'https://yunduo.example/api/app_store/list?cate=runtime&page_size=3' -H 'Lang: us' |
  jq -r '.data.list[] | "\(.app_key) \(.version)"'
