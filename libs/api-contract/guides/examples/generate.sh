npm install openapi-fetch openapi-typescript typescript@5
npx openapi-typescript https://yunduo.example/api/openapi.json --output yunduo.d.ts
