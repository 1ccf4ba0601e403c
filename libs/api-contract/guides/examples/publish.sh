curl -fsSO https://yunduo.example/developer-center/publish.mjs
PUBLISH_TOKEN=$BUILD_TOKEN node publish.mjs --origin https://yunduo.example \
  --app "$APP" --version "$VERSION" --commit "$COMMIT" --package dist.tar.gz --notes-en notes.en.md
