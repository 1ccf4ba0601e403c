for lang in us zh-cn; do
  curl -s 'https://yunduo.example/api/app_store/detail?id=999999' -H "Lang: $lang" | jq -r .msg
done
