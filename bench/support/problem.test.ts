import { expect, test } from 'vitest'
import { problemOf } from './problem.ts'

const day = { setups: ['alone', 'redis'], needsBuild: true }

test.each([
  [day, { setup: undefined, isBuilt: true }, null],
  [day, { setup: 'redis', isBuilt: true }, null],
  [day, { setup: 'reddis', isBuilt: true }, '--setup is one of alone, redis.'],
  [day, { setup: 'redis', isBuilt: false }, 'The web app is not built yet: run `npm run build`.'],
  [{}, { setup: undefined, isBuilt: false }, null],
  [{}, { setup: 'redis', isBuilt: true }, 'This benchmark has no --setup.'],
])('a benchmark with %j, run with %j', (bench, run, problem) => {
  expect(problemOf(bench, run)).toBe(problem)
})
