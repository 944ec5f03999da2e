import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { distributionOf } from '#platform/database/distribute.ts'
import { migrateBy } from '#platform/database/migrate.ts'
import type { Sql } from '#platform/database/pool.ts'
import { HOUSE_TABLES, REFERENCE_TABLES } from './architecture/sql-rules.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

let fresh: FreshDatabase
let owner: Sql

beforeAll(async () => {
  fresh = await freshDatabase()
  owner = connectAsOwner(fresh.url)
})

afterAll(async () => {
  await owner.end()
  await fresh.drop()
})

const OF_VENUES = [
  'attendance_day',
  'attendance_month',
  'attention_dismissal',
  'audit_event',
  'audit_seal',
  'channel_commission',
  'dashboard',
  'deliverect_order',
  'deliverect_registration',
  'deliverect_tax_rate',
  'dimension_key',
  'domain_refusal',
  'employee',
  'employee_location',
  'employee_role',
  'excise_rate',
  'fraud_case',
  'fraud_day',
  'fraud_digest',
  'fraud_found',
  'fraud_hit',
  'fraud_setting',
  'fraud_step',
  'home_view',
  'idempotency_key',
  'import_file',
  'import_file_piece',
  'import_mapping',
  'import_run',
  'import_wrong_row',
  'journal_export',
  'journal_part',
  'journal_setting',
  'licensed_buyer',
  'link',
  'link_authorisation',
  'link_lease',
  'link_secret',
  'link_sync',
  'linked_member',
  'location',
  'location_calendar',
  'location_marketplace',
  'loyalty_adjustment',
  'loyalty_backlog',
  'loyalty_card',
  'loyalty_day',
  'loyalty_entry',
  'loyalty_movement',
  'loyalty_name_part',
  'marketplace_group',
  'marketplace_item',
  'member_number',
  'member_telling',
  'member_transaction',
  'online_order',
  'online_place',
  'outside_recipient',
  'packed_guests',
  'pay_rate',
  'payment',
  'payment_day',
  'payment_dispute',
  'payment_entry',
  'payment_fee',
  'payment_match',
  'payout',
  'product',
  'product_class',
  'product_day',
  'product_spec',
  'product_supplier',
  'punch',
  'purchase_line',
  'purchase_sum',
  'report_schedule',
  'reservation',
  'reservation_day',
  'role',
  'rollup',
  'rollup_beside',
  'rollup_cover',
  'rollup_tender',
  'roster_area',
  'roster_person',
  'roster_shift',
  'roster_template',
  'running_total',
  'sale',
  'sale_adjustment',
  'sale_batch',
  'sale_line',
  'sale_payment',
  'sales_told',
  'saved_order',
  'saved_order_line',
  'saved_view',
  'schedule_mail',
  'schedule_outside',
  'schedule_recipient',
  'schedule_run',
  'sheet_sold',
  'sheet_taken',
  'stock_count',
  'stock_count_line',
  'stock_latest',
  'stock_level',
  'stock_movement',
  'stock_order',
  'stock_order_line',
  'target',
  'terminal_payment',
  'terminal_settlement',
  'till_committed',
  'till_count',
  'till_counted',
  'till_denomination',
  'till_float',
  'till_heartbeat',
  'till_movement',
  'till_photo',
  'till_session',
  'till_settlement',
  'till_step',
  'timesheet',
  'trading_day_state',
  'venue_domain',
  'venue_setting',
  'venue_supplier',
]

it('the tables of venues are spread, what they refer to is copied, and the house stays on the coordinator', async () => {
  expect(await distributionOf(owner)).toEqual({ distributed: OF_VENUES, shared: REFERENCE_TABLES, local: [...HOUSE_TABLES].sort() })
})

it('a table that a later migration makes finds its place by what it is', async () => {
  const card = `create table card (venue_id int not null references venue, card_id int, primary key (venue_id, card_id));
    alter table card enable row level security; create table notice (notice_id int primary key)`
  await migrateBy(fresh.url, async (sql) => {
    for (const statement of card.split(';')) await sql.unsafe(statement)
    const { distributed, local } = await distributionOf(sql)
    expect(distributed).toContain('card')
    expect(local).toContain('notice')
    throw new Error('taken back')
  }).catch((error: Error) => {
    if (error.message !== 'taken back') throw error
  })
})
