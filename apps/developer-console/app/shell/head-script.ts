/**
 * Runs before the first picture: the kept theme, and whether somebody is probably signed in. Its hash stands in the
 * content policy, so it holds no value that changes.
 */
export const HEAD_SCRIPT = `(()=>{const d=document.documentElement.dataset;try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.theme=t}catch{}if(document.cookie.split('; ').includes('signed_in=1'))d.signedIn=''})()`;
