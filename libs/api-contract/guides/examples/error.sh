curl -s -i 'https://yunduo.example/api/app_store/list?page=0' -H 'Lang: us'
