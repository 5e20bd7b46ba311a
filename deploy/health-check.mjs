// Ends with 0 while the program in this container runs: the health check of deploy/Dockerfile. A process of
// ROLE=worker listens on no port, so there its container has no check.
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/health`, { signal: AbortSignal.timeout(4000) }).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
