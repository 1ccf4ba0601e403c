import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/** The document is made of the schemas that validate: it cannot say anything else than what runs. */
export const openapi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Yunduo API',
      description:
        'Every answer is an envelope: `code` (OK or a constant), `msg` in the language of the `Lang` header, `data`.',
      version: '1',
    },
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        buildToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a developer’s build server; `x-token-scope` says which scope it needs.',
        },
      },
    },
  },
  transform: ({ schema, url, route }) => {
    const { access, scope, proof } = route.config ?? {};
    const hidden = !url.startsWith('/api/');
    return {
      url,
      schema: {
        ...schema,
        hide: hidden || route.method === 'HEAD',
        ...(access &&
          access !== 'public' && { security: [{ session: [] }, ...(scope ? [{ buildToken: [] }] : [])] }),
        ...(scope && { 'x-token-scope': scope }),
        ...(proof && { 'x-proof': proof }),
        // Read by the checks that try every owned call with other people's ids.
        ...(access && { 'x-access': access }),
      },
    };
  },
};
