// Preloaded into every child (node --import): when the parent is gone, even by kill -9, the child exits too.
if (process.channel) {
  process.channel.unref();
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
