// @ts-check

// Whether the server of this machine answers and its database is there: for a container's health check. Ends with 0 or 1.
const port = process.env.PORT || '3000'
const ready = await fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(2500) }).then(
  (answer) => answer.ok,
  () => false,
)
process.exit(ready ? 0 : 1)
