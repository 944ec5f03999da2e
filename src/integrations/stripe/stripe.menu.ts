import { section } from '#ui/screen.ts'
import { stripeMenu } from './stripe.messages.ts'

export const stripe = section(stripeMenu, {
  path: '/stripe',
  title: 'stripe',
  screens: [{ path: '/stripe/connect', title: 'stripe', about: 'connectAbout', needs: ['can_linkpayment'], page: () => import('./stripe-connect.page.tsx') }],
})
