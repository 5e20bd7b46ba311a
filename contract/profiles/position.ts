import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** Degrees of the device, or the profile's town. Either is snapped to a cell of the map before storage. */
export const PositionChange = z.union([
  z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  z.strictObject({ from: z.literal('town') }),
])
export type PositionChange = z.output<typeof PositionChange>

export const setPosition = endpoint({
  method: 'PUT',
  path: '/api/profile/position',
  access: 'member',
  summary: 'Sets the cell of the map from which the caller searches nearby members; the position itself is not stored.',
  body: PositionChange,
  reply: z.object({}),
})
