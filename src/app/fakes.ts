import { SEED } from '#db/demo/fill.ts'
import { HISTORY_MONTHS, worldOf } from '#db/demo/members.ts'
import { DeliverectFake } from '#integrations/deliverect/deliverect.fake.ts'
import { DeputyFake } from '#integrations/deputy/deputy.fake.ts'
import { fillSampleRosters } from '#integrations/deputy/deputy-sample.fake.ts'
import { InvolvFake } from '#integrations/involv/involv.fake.ts'
import { fillSampleMembers } from '#integrations/involv/involv-sample.fake.ts'
import { ShopifyFake } from '#integrations/shopify/shopify.fake.ts'
import { fillSampleShop } from '#integrations/shopify/shopify-sample.fake.ts'
import { StripeFake } from '#integrations/stripe/stripe.fake.ts'
import { TyroFake } from '#integrations/tyro/tyro.fake.ts'
import { addMonths } from '#shared/day.ts'
import { fillSampleTerminals } from './sample-terminals.ts'

/** Where the stand-ins are (each on a port of its own from there), and the settings by which a server asks them. */
const PORT = Number(process.env.FAKES_PORT ?? 4010)
const KEYS = { clientId: 'ca_standin', secretKey: 'sk_test_standin', webhookSecret: 'whsec_standin' }
const DEPUTY_KEYS = { clientId: 'deputy-standin', clientSecret: 'deputy-standin-secret' }
const INVOLV_KEYS = { clientId: 'involv-standin', clientSecret: 'involv-standin-secret' }
const SHOPIFY_KEYS = { clientId: 'shopify-standin', clientSecret: 'shpss_standin', apiVersion: '2026-07' }
const DELIVERECT_KEYS = { clientId: 'deliverect-standin', clientSecret: 'deliverect-standin-secret', hmacSecret: 'deliverect-standin-hmac' }
const TYRO_KEYS = { clientId: 'tyro-standin', clientSecret: 'tyro-standin-secret', webhookSecret: 'psk_standin' }
const DAY = 86_400

/** An account to link at once: three months of payments, some of them refunded, one disputed, paid out each week. */
const withSampleTrade = (stripe: StripeFake): void => {
  const { books } = stripe.account('acct_Harbour', { name: 'Harbour Bar Pty Ltd' })
  stripe.account('acct_Cellar', { name: 'Cellar Door Wines', payoutsEnabled: false })
  const now = stripe.standIn.seconds
  for (let day = 85; day > 0; day -= 1) {
    for (let payment = 0; payment < 12; payment += 1) {
      const at = now - day * DAY + payment * 1800
      const charge = books.charge({ amount: 1250 + ((day * 37 + payment * 811) % 9000), at, status: (day + payment) % 29 === 0 ? 'failed' : 'succeeded' })
      if (charge.status === 'succeeded' && (day * payment) % 41 === 40) books.refund(charge.id, 500, at + 3600)
      if (day === 20 && payment === 3) books.dispute(charge.id, at + 7200)
    }
    if (day % 7 === 0) books.payOut(now - day * DAY + 43_200).status = day > 7 ? 'paid' : 'in_transit'
  }
}

/** Cards of the sample that nobody uses, so that their points are known: those that joined before its history, with what they brought along. */
const knownCards = (today: string) =>
  worldOf(SEED, addMonths(today, -HISTORY_MONTHS))
    .members.filter(({ kind, opening, blocked }) => kind === 'unused' && opening > 0 && !blocked)
    .slice(0, 24)
    .map(({ number, name, email, phone, tier, opening: points }) => ({ number, name, email, phone, tier, points }))

/** Where Daybook is, to be told by webhook. */
const DAYBOOK = process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000'
const stripe = new StripeFake(KEYS, `${DAYBOOK}/api/webhooks/stripe`)
const deputy = new DeputyFake(DEPUTY_KEYS)
const shopify = new ShopifyFake(SHOPIFY_KEYS)
shopify.complianceUrl = `${DAYBOOK}/api/webhooks/shopify`
withSampleTrade(stripe)
await stripe.standIn.start(PORT)
await deputy.standIn.start(PORT + 1)
await shopify.standIn.start(PORT + 3)
const now = new Date()
const deliverect = new DeliverectFake(DELIVERECT_KEYS, `${DAYBOOK}/api/webhooks/deliverect/orders`)
const ordered = { accountId: '5f0000000000000000000001', locationId: '5f0000000000000000000002' }
deliverect.location('Harbour Bar', { ...ordered, channels: [7, 2] })
await deliverect.standIn.start(PORT + 5)
const tyro = new TyroFake(TYRO_KEYS)
await tyro.standIn.start(PORT + 4)
// Terminals at the first place of the sample and at the third.
fillSampleTerminals(tyro.merchant('4201', 'Harbour Bar Pty Ltd').books, SEED, 0, now)
fillSampleTerminals(tyro.merchant('4203', 'Cellar Door Wines').books, SEED, 2, now)
fillSampleRosters(deputy.install('harbourvine.au.deputy.com', 'Harbour & Vine').books, now.toISOString().slice(0, 10), now)
fillSampleShop(shopify, now)
const involv = new InvolvFake(INVOLV_KEYS)
await involv.standIn.start(PORT + 2)
fillSampleMembers(involv.account('harbour-vine-club', 'Harbour & Vine club').books, knownCards(now.toISOString().slice(0, 10)))
const settings = {
  PROVIDER_SIMULATION: 'true',
  STRIPE_CLIENT_ID: KEYS.clientId,
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_API_BASE: stripe.standIn.url,
  STRIPE_CONNECT_BASE: stripe.standIn.url,
  ...deputy.settings,
  ...involv.settings,
  ...shopify.settings,
  ...tyro.settings,
  ...deliverect.settings,
  // For trying things out alone: of what is sealed with it nothing is secret.
  TOKEN_KEYS: Buffer.alloc(32, 'stand-in').toString('base64'),
}
console.log(`Stripe's stand-in is at ${stripe.standIn.url}, Deputy's at ${deputy.standIn.url}, Involv's at ${involv.standIn.url}, Shopify's at ${shopify.standIn.url}, Tyro's at ${tyro.standIn.url} (merchants 4201 and 4203), Deliverect's at ${deliverect.standIn.url} (account ${ordered.accountId}, location ${ordered.locationId}). Start Daybook with these settings to link them:

${Object.entries(settings)
  .map(([name, value]) => `${name}='${value}' \\`)
  .join('\n')}
  npm start

Somebody pays at the linked account, and Daybook is told:  curl -d '{"account":"acct_Harbour","amount":4250}' ${stripe.standIn.url}/__sim/charge
A member earns points at Involv:  curl -d '{"account":"harbour-vine-club","card":"7000000001","points":25}' ${involv.standIn.url}/__sim/move
Somebody orders at the linked shop:  curl -d '{"shop":"harbour-vine.myshopify.com","amount":6400}' ${shopify.standIn.url}/__sim/order
Somebody orders at the linked location of Deliverect:  curl -d '{}' ${deliverect.standIn.url}/__sim/order
Ctrl-C stops them.`)
