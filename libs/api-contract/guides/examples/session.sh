curl -s https://yunduo.example/api/user_info/index -H "Authorization: Bearer $TOKEN" |
  jq -r .data.email
