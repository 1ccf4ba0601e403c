import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';

/** Layout `custom`, for sign-in, protocols and errors: no navigation draws the visitor away. */
export function CustomFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

export default function CustomLayout() {
  return (
    <CustomFrame>
      <Outlet />
    </CustomFrame>
  );
}
