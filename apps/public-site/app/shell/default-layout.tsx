import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { Navigation } from './navigation.tsx';

/** Layout `default`: header with the navigation, page, footer. */
export default function DefaultLayout() {
  return (
    <div className={styles.page}>
      <Header>
        <Navigation />
      </Header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
