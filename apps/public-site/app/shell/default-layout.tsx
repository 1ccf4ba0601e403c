import { Outlet } from 'react-router';
import { AdStrip } from './ad-strip.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { Navigation } from './navigation.tsx';

/** Layout `default`: what is going on, header with the navigation, page, footer. */
export default function DefaultLayout() {
  return (
    <div className={styles.page}>
      <AdStrip />
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
