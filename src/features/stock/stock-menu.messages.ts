import { messages } from '#shared/messages.ts'

export const stockMenu = messages(
  {
    products: 'Products',
    productsAbout: 'What products are made of, measure and are bought as; suppliers and how they deliver.',
    importProducts: 'Import products',
    importProductsAbout: 'Products from a CSV or XLSX file: what would change, and what is wrong, before anything is stored.',
    importInvoices: 'Import invoices',
    importInvoicesAbout: 'Supplier invoices from a CSV or XLSX file: what is new, and what is wrong, before anything is stored.',
    movements: 'Stock movements',
    movementsAbout: 'Write-offs, transfers and adjustments of stock by hand, and taking them back.',
    counts: 'Stock counts',
    countsAbout: 'Counting stock by hand with a phone, and what earlier counts differed by.',
  },
  {
    products: '商品',
    productsAbout: '商品の材料・容量・度数・仕入条件と、仕入先の納品条件。',
    importProducts: '商品の取り込み',
    importProductsAbout: 'CSVまたはXLSXの商品ファイル。保存前に変更内容と誤りを確認できます。',
    importInvoices: '仕入伝票の取り込み',
    importInvoicesAbout: 'CSVまたはXLSXの仕入伝票ファイル。保存前に新しい伝票と誤りを確認できます。',
    movements: '在庫の増減',
    movementsAbout: '廃棄・移動・調整の入力と取り消し。',
    counts: '棚卸',
    countsAbout: 'スマートフォンでの棚卸と、これまでの棚卸の差異。',
  },
)
