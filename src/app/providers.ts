import { deputy } from '#integrations/deputy/deputy-link.adapter.ts'
import { deputyWebhooks } from '#integrations/deputy/deputy-webhook.adapter.ts'
import { involv } from '#integrations/involv/involv-link.adapter.ts'
import type { LinkProvider } from '#integrations/link-provider.adapter.ts'
import { stripe } from '#integrations/stripe/stripe-link.adapter.ts'
import { stripeWebhooks } from '#integrations/stripe/stripe-webhook.adapter.ts'
import type { WebhookReceiver } from '#platform/web/webhooks.ts'

/** Outside systems that venues are linked with, one line each. */
export const providers: readonly LinkProvider[] = [stripe, deputy, involv]

/** Who sends webhooks, one line each. */
export const webhookReceivers: readonly WebhookReceiver[] = [stripeWebhooks, deputyWebhooks]
