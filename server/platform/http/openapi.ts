import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/error-body.ts'

/**
 * The page's own policy: its scripts and style sheets are files of this server; the drawings inside its style sheet
 * are data URLs and its components set style attributes, which need no script to be let in.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves `/api/docs`, printed from every route that is bound after this. */
export async function serveApiDocs(app: FastifyInstance, { title }: { title: string }) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      },
    },
    hideUntagged: true,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: pagePolicy,
    theme: { title },
    // Without the top bar: it invites to load other servers' descriptions and brings an inline style sheet.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
  })
}

/** What the OpenAPI page shows of a call. Nothing validates against it: that is the contract's own business. */
export function describeRoute(endpoint: AnyEndpoint): FastifySchema {
  const { params, query, body, upload } = endpoint
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    ...(endpoint.access === 'member' && { security: [{ session: [] }] }),
    ...(isGiven(params) && { params: toJsonSchema(params, 'input') }),
    ...(isGiven(query) && { querystring: toJsonSchema(query, 'input') }),
    ...(upload
      ? { consumes: ['multipart/form-data'], body: multipartSchema(body) }
      : isGiven(body) && { body: toJsonSchema(body, 'input') }),
    response: {
      200: { description: 'Done', ...toJsonSchema(endpoint.reply, 'output') },
      '4xx': { description: 'Refused: the code says why', ...refusal },
    },
  }
}

const refusal = toJsonSchema(ErrorBody, 'output')

function isGiven(schema: z.ZodType | undefined): schema is z.ZodType {
  return schema !== undefined && !(schema instanceof z.ZodUndefined)
}

/** An upload carries its fields as JSON in the part `data`, beside one file. */
function multipartSchema(body: z.ZodType | undefined) {
  return {
    type: 'object',
    properties: {
      ...(isGiven(body) && { data: toJsonSchema(body, 'input') }),
      file: { type: 'string', format: 'binary' },
    },
    required: ['file'],
  }
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return jsonSchema
}
