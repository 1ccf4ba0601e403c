for attempt in 1 2; do
  curl -s https://yunduo.example/api/app_store/catalog.json \
    --etag-compare catalog.etag --etag-save catalog.etag \
    -o catalog.json -w '%{http_code}\n'
done
jq '.data.list | length' catalog.json
