import { isIP } from 'node:net'
import { z } from 'zod'

/** The environment variables of the operators' console: part of `Environment` in server/config.ts. */
export const operatorEnvironment = {
  OPERATOR_NETWORKS: z
    .string()
    .transform((value) => value.split(',').map((network) => network.trim()))
    .refine((networks) => networks.every(isNetwork), {
      error: 'must be addresses or networks separated by commas, such as 192.0.2.7, 198.51.100.0/24, 2001:db8::/32',
    })
    .optional()
    .meta({
      description: 'Addresses and networks from which operators can use the console, separated by commas.',
      shownDefault: 'none: from everywhere',
    }),
}

const OperatorEnv = z.object(operatorEnvironment)

/** Returns the part of the operators' console. */
export function operatorConfig({ OPERATOR_NETWORKS }: z.output<typeof OperatorEnv>) {
  return { operatorNetworks: OPERATOR_NETWORKS ?? [] }
}

function isNetwork(text: string) {
  const [address = '', bits, ...others] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    others.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  )
}
