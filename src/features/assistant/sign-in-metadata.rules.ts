/** Where assistants ask. */
export const ASSISTANT_PATH = '/api/mcp'
/** Where it is told who gives out tokens for it (RFC 9728). */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${ASSISTANT_PATH}`

const SCOPES = ['reports']

/** @param publicUrl without a slash at its end */
export const protectedResource = (publicUrl: string) => ({
  resource: `${publicUrl}${ASSISTANT_PATH}`,
  resource_name: 'Daybook',
  authorization_servers: [publicUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
})

/** @param publicUrl without a slash at its end */
export const authorizationServer = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/membership/assistant`,
  token_endpoint: `${publicUrl}/api/oauth/token`,
  registration_endpoint: `${publicUrl}/api/oauth/register`,
  revocation_endpoint: `${publicUrl}/api/oauth/revoke`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: SCOPES,
  authorization_response_iss_parameter_supported: true,
})
