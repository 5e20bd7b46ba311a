import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'

/**
 * Makes a server that stops serve on for `stopDelayMs`, so that a load balancer that reads `/ready` sends no
 * more requests before connections are rejected. Call it before what ends sockets at a stop. Returns whether
 * the stop has begun.
 */
export function delayStop(app: FastifyInstance, { stopDelayMs }: Pick<Config, 'stopDelayMs'>) {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    if (app.server.listening) await sleep(stopDelayMs)
  })
  return () => isStopping
}
