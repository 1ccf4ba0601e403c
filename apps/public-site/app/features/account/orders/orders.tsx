import { useSearchParams } from 'react-router';
import { OrderDetailView } from './order-detail.tsx';
import { OrderList } from './order-list.tsx';

/** The panel of orders: all of them, or the one that the address names. A default export, for `lazy`. */
export default function Orders() {
  const [query] = useSearchParams();
  const orderNo = query.get('order');
  return orderNo ? <OrderDetailView key={orderNo} orderNo={orderNo} /> : <OrderList />;
}
