/**
 * Runs before the first paint: sets the stored theme and the sign-in hint, and marks a document whose scripts do not
 * come, a static import or the entry. The CSP contains its hash, so its text is constant.
 */
export const HEAD_SCRIPT = `(()=>{const d=document.documentElement.dataset;const h=location.protocol==='https:'?'__Host-':'';let c='';try{c=document.cookie}catch{}c=c.split('; ');for(const t of['light','dark'])if(c.includes(h+'theme='+t))d.theme=t;if(c.includes(h+'signed_in=1'))d.signedIn='';const l=e=>{if(!e.target.href)d.lost=''};addEventListener('error',l,true);addEventListener('unhandledrejection',l)})()`;
