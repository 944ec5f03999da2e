/** Questions that assistants offer by name. */
export const PROMPTS = [
  {
    name: 'yesterday_in_one_minute',
    title: 'Yesterday in one minute',
    description: 'What was sold yesterday, against the same weekday of the week before, and what stood out.',
    ask: 'Tell me about yesterday in one minute. Read sales_day with Period Yesterday and Compare same-days-last-week, sales_bestsellers with Period Yesterday, and media_summary with Period Yesterday if they are there. Say net sales, the number of sales, the average sale and the change, then what stood out, in at most eight short sentences. Name the locations, the currency and when the figures were read, and end with the links of the screens.',
  },
  {
    name: 'why_this_week_differed',
    title: 'Why did this week differ?',
    description: 'Where the difference between this week and the last one comes from.',
    ask: 'Why did this week differ from last week? Read sales_day with Period ThisWeek and Compare same-days-last-week, then where the difference comes from: sales_department, sales_till and sales_promotion with Period ThisWeek if they are there, and plu_sales for products. Name the three largest causes with their amounts, and say what the figures cannot tell. Do not guess at causes that are not in the figures. End with the links of the screens.',
  },
  {
    name: 'what_needs_attention',
    title: 'What needs attention?',
    description: 'What is odd today, most urgent first.',
    ask: 'What needs my attention today? Read attention, and variance, stock_variance and payments_till with Period Last7Days if they are there. List at most five things, most urgent first, each with its figure and the link of its screen. Say so if there is nothing.',
  },
] as const
