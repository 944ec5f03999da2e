import { deliverect } from '#integrations/deliverect/deliverect-link.adapter.ts'
import { deliverectProducts, deliverectRegister, deliverectWebhooks } from '#integrations/deliverect/deliverect-webhook.adapter.ts'
import { deputy } from '#integrations/deputy/deputy-link.adapter.ts'
import { deputyWebhooks } from '#integrations/deputy/deputy-webhook.adapter.ts'
import { involv } from '#integrations/involv/involv-link.adapter.ts'
import type { AccountProvider, LinkProvider } from '#integrations/link-provider.adapter.ts'
import { shopify } from '#integrations/shopify/shopify-link.adapter.ts'
import { shopifyWebhooks } from '#integrations/shopify/shopify-webhook.adapter.ts'
import { stripe } from '#integrations/stripe/stripe-link.adapter.ts'
import { stripeWebhooks } from '#integrations/stripe/stripe-webhook.adapter.ts'
import { tyro } from '#integrations/tyro/tyro-link.adapter.ts'
import { tyroWebhooks } from '#integrations/tyro/tyro-webhook.adapter.ts'
import type { ProviderCall, WebhookReceiver } from '#platform/web/webhooks.ts'

/** Outside systems that venues are linked with by signing in there, one line each. */
export const providers: readonly LinkProvider[] = [stripe, deputy, involv, shopify]

/** Those that are linked by naming an account there, one line each. */
const namedProviders: readonly AccountProvider[] = [deliverect, tyro]

/** Everybody whose accounts are read. */
export const accountProviders: readonly AccountProvider[] = [...providers, ...namedProviders]

/** Who sends webhooks, one line each. */
export const webhookReceivers: readonly WebhookReceiver[] = [stripeWebhooks, deputyWebhooks, deliverectWebhooks, shopifyWebhooks, tyroWebhooks]

/** What providers ask of us, one line each. */
export const providerCalls: readonly ProviderCall[] = [deliverectRegister, deliverectProducts]
