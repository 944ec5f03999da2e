import { StripeFake } from '#integrations/stripe/stripe.fake.ts'

/** Where the stand-ins are, and the settings by which a server asks them. */
const PORT = Number(process.env.FAKES_PORT ?? 4010)
const KEYS = { clientId: 'ca_standin', secretKey: 'sk_test_standin', webhookSecret: 'whsec_standin' }

/** An account to link at once: three months of payments, some of them refunded, one disputed, paid out each week. */
const withSampleTrade = (stripe: StripeFake): void => {
  const { books } = stripe.account('acct_Harbour', { name: 'Harbour Bar Pty Ltd' })
  stripe.account('acct_Cellar', { name: 'Cellar Door Wines', payoutsEnabled: false })
  const now = stripe.standIn.seconds
  for (let day = 85; day > 0; day -= 1) {
    for (let payment = 0; payment < 12; payment += 1) {
      const at = now - day * 86_400 + payment * 1800
      const charge = books.charge({ amount: 1250 + ((day * 37 + payment * 811) % 9000), at, status: (day + payment) % 29 === 0 ? 'failed' : 'succeeded' })
      if (charge.status === 'succeeded' && (day * payment) % 41 === 40) books.refund(charge.id, 500, at + 3600)
      if (day === 20 && payment === 3) books.dispute(charge.id, at + 7200)
    }
    if (day % 7 === 0) books.payOut(now - day * 86_400 + 43_200).status = day > 7 ? 'paid' : 'in_transit'
  }
}

/** Where Daybook is, to be told by webhook. */
const DAYBOOK = process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000'
const stripe = new StripeFake(KEYS, `${DAYBOOK}/api/webhooks/stripe`)
withSampleTrade(stripe)
await stripe.standIn.start(PORT)
console.log(`Stripe's stand-in is at ${stripe.standIn.url}. Start Daybook with these settings to link it:

PROVIDER_SIMULATION=true STRIPE_CLIENT_ID=${KEYS.clientId} STRIPE_SECRET_KEY=${KEYS.secretKey} STRIPE_WEBHOOK_SECRET=${KEYS.webhookSecret} \\
  STRIPE_API_BASE=${stripe.standIn.url} STRIPE_CONNECT_BASE=${stripe.standIn.url} npm start

Somebody pays at the linked account, and Daybook is told:  curl -d '{"account":"acct_Harbour","amount":4250}' ${stripe.standIn.url}/__sim/charge
Ctrl-C stops it.`)
