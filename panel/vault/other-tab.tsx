// The frame of a customer's tab that another room fills: its transactions.
import { Outlet } from 'react-router';
import { CustomerPage } from './customer-screen.tsx';

export function OtherTab() {
  return (
    <CustomerPage>
      <Outlet />
    </CustomerPage>
  );
}
