curl -s https://yunduo.example/api/app_store/check -H 'Lang: us' -H 'Content-Type: application/json' -d '{
  "apps": [{ "app_key": "'"$APP"'" }],
  "server": { "os": "debian", "os_version": "12", "arch": "x86_64", "mem_mb": 256, "cores": 1 }
}' | jq -r 'if .data.ok then "fits" else .data.unmet[].requirement end'
