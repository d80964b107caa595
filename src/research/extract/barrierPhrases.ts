/** What stands in front of a page, or in its place, and is known by its words. */
export type SaidBarrier =
  | 'missing page'
  | 'paywall'
  | 'login wall'
  | 'consent page'
  | 'bot check'
  | 'network portal'
  | 'parked domain';

const list = (text: string): readonly string[] =>
  text
    .split(/[;\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

/**
 * What pages say that come in another page's place: the last resort, where no form, script or address tells. Lower case;
 * “…” stands for a few words of the sentence, “#” for a number. Endings may follow.
 */
export const barrierPhrases: Readonly<Record<SaidBarrier, readonly string[]>> = {
  'missing page': list(`
    error 404; page … not … found; page … exist; page … no longer; article … not … found; could not find … page
    seite … nicht … gefunden; seite … existiert; page … introuvable; page … n'existe; página … no … encontrada
    página … no existe; página … não; pagina … non; pagina … niet; nie znaleziono; страница … не
    sidan … hittades inte; siden … ikke; sivua ei; stránka … nenalezena; sayfa bulunamadı; الصفحة غير موجودة; הדף לא נמצא
    ページ … 見つかりません; 页面不存在; 找不到; 페이지를 찾을 수`),
  paywall: list(`
    to continue reading; to keep reading; to read … full; to read the rest; for subscribers; for members
    already a subscriber; already have a subscription; get … access to; access through your; buy this article
    abonnieren und; für abonnent; bereits … abo; weiterlesen mit; weiterzulesen
    réservé … abonné; déjà abonné; abonnez-vous pour; il vous reste # … article; para suscriptores; suscríbete para
    para assinantes; agli abbonati; abbonati per; verder lezen; för prenumeranter; for abonnenter; vain tilaajille
    pro předplatitele; abonelere özel; للمشتركين; למנויים; 有料会員; 続きを読むには; 付费阅读; 구독자 전용`),
  'login wall': list(`
    log in to; sign in to; please log in; please sign in; must be logged in; need to log in; need to be logged in
    melden sie sich … an; bitte … anmelden; bitte … einloggen; connectez-vous pour; vous connecter pour
    iniciar sesión para; inicia sesión para; faça login; accedi per; log in om; zaloguj się, aby; zaloguj się aby
    logga in för; logg inn for; log ind for; kirjaudu sisään … jatka; přihlaste se … pokračov; giriş yap … devam
    oturum aç … devam; الدخول للمتابعة; התחברו כדי; войдите, чтобы; ログインして; 请登录; 请先登录; 로그인이 필요`),
  'consent page': list(`
    before you continue to; our # … partner; our # … vendors; accept and continue; agree and continue
    unsere # … partner; zustimmen und weiter; mit werbung weiterlesen; nos # … partenaires; sans accepter
    accepter et continuer; nuestros # … socios; aceptar y continuar; accetta e continua; akkoord en; godkänn och fortsätt
    godta og fortsett; acceptér og fortsæt; hyväksy ja jatka; přijmout a pokračovat; kabul et ve devam; 同意して続ける`),
  'bot check': list(`
    enable javascript; enable cookies; javascript is; you are human; you're human; not a robot; are you a robot
    checking your browser; unusual traffic; security verification; security check; access denied; request unsuccessful
    access to this page has been denied; kein roboter; sicherheitsüberprüfung; pas un robot; vérification de sécurité
    no soy un robot; no eres un robot; non sei un robot; verificación de seguridad; um robô; geen robot; inte en robot; ikke en robot; ole robotti; nejste robot; robot olmadığ
    لست روبوت; אינך רובוט; не робот; ロボットではありません; 不是机器人; 로봇이 아닙니다`),
  'network portal': list('connect to … wi-fi; welcome to … wi-fi; accept … wi-fi; guest network'),
  'parked domain': list(`
    domain … for sale; buy this domain; domain … expired; parked free; domain … zu verkaufen; domaine … à vendre
    dominio … venta; dominio … vendita`),
};

/** Titles of pages to log in, alone or before the site's name. */
export const loginTitles = list(`
  log in; login; sign in; anmelden; anmeldung; einloggen; connexion; se connecter; iniciar sesión; accedi; inloggen
  logga in; logg inn; log ind; kirjaudu; přihlásit se; giriş yap; zaloguj się; войти; ログイン; 登录; 로그인; تسجيل الدخول`);
