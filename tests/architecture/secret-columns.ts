/**
 * What the report role reads nothing of: hashes of passwords, Tokens, links and keys, secrets, second factors, and what a report has no use
 * for. `*` closes the whole table. A new column of a table named here by columns has to be granted to the role, or listed.
 */
export const CLOSED_TO_REPORTS: Readonly<Record<string, '*' | readonly string[]>> = {
  app_user: ['password_hash'],
  session: ['auth_hash', 'token_hash', 'companion_hash'],
  link_token: ['token_hash'],
  // Who is invited where is all that is read.
  invitation: ['invitation_id', 'email', 'email_key', 'invited_by', 'token_hash', 'password_until', 'created_at', 'outcome'],
  location_key: ['key_hash'],
  supplier_key: ['key_hash'],
  personal_token: ['token_hash', 'client_hash', 'redirect_uri', 'code_hash', 'code_until', 'code_challenge', 'refresh_hash'],
  spent_refresh: '*',
  link_authorisation: '*',
  authorisation_code: '*',
  link_secret: '*',
  webhook_event: ['body'],
  deliverect_order: ['content'],
  link_lease: '*',
  house_token: ['token', 'asking_at', 'asked_at'],
  schedule_mail: ['token_hash'],
  outside_recipient: ['token_hash'],
  board_pairing: '*',
  email_change: '*',
  server_secret: '*',
  known_device: '*',
  export_ticket: '*',
  limit_counter: '*',
  second_factor: '*',
  recovery_code: '*',
  idempotency_key: '*',
}

/** Columns that sound secret and are not. */
export const SOUND_SECRET: readonly string[] = [
  // Numbers of personal tokens, and what the parts of a file have to be.
  'personal_token.token_id',
  'import_file.part_hashes',
  // The chain of the audit trail, which its heads are compared with.
  'audit_seal.hash',
  // Whether a sale, a booking or a batch came again as it was.
  'punch.content_hash',
  'reservation.content_hash',
  'roster_shift.content_hash',
  'sale.content_hash',
  'sale_batch.content_hash',
  'till_session.content_hash',
  'timesheet.content_hash',
  // When and whether, and nothing of what.
  'app_user.has_password',
  'app_user.password_changed_at',
  'session.password_checked_at',
]
