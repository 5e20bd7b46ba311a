import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Endpoint, EndpointSchemas } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/error-body.ts'

/**
 * The page's content security policy. Its scripts and style sheets are files of this server; its style sheet
 * contains images as data URLs, and its components set style attributes.
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

/** Serves `/api/docs`, generated from every route that is bound after this call. */
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
    // Omits the top bar, which loads other servers' descriptions and needs an inline style sheet.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
  })
}

/** Returns the schema of a call for the OpenAPI page. It is not used for validation. */
export function describeRoute({ path, access, upload }: Endpoint, schemas: EndpointSchemas): FastifySchema {
  const { summary, params, query, body, reply } = schemas
  return {
    summary,
    tags: [path.split('/')[2] ?? 'api'],
    ...(access === 'member' && { security: [{ session: [] }] }),
    ...(params && { params: toJsonSchema(params, 'input') }),
    ...(query && { querystring: toJsonSchema(query, 'input') }),
    ...(upload
      ? { consumes: ['multipart/form-data'], body: multipartSchema(body) }
      : body && { body: toJsonSchema(body, 'input') }),
    response: {
      200: { description: 'Done', ...toJsonSchema(reply, 'output') },
      '4xx': { description: 'Rejected; the code gives the reason', ...errorSchema },
    },
  }
}

const errorSchema = toJsonSchema(ErrorBody, 'output')

/** Returns the schema of an upload: its fields as JSON in the part `data`, and one file. */
function multipartSchema(body: z.ZodType | undefined) {
  return {
    type: 'object',
    properties: {
      ...(body && { data: toJsonSchema(body, 'input') }),
      file: { type: 'string', format: 'binary' },
    },
    required: ['file'],
  }
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return jsonSchema
}
