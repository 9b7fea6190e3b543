package io.cloudadapter.proof.number;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.FaultHook;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The simulated cloud with numbers as ids, which it may give again. */
public final class NumberedCloud implements TestCloud {
  private final SimulatedTestCloud simulated;
  private final IdForm form;
  private final String file;
  private final MachineNumbers numbers;

  private NumberedCloud(SimulatedTestCloud simulated, IdForm form) {
    this.simulated = simulated;
    // The console shows what is true, also where an adapter reads it wrongly.
    this.form = form == IdForm.NUMBER_ALONE ? form : IdForm.NUMBER_AND_BIRTH;
    this.file = simulated.files().iterator().next().resolve("cloud").toString();
    this.numbers = MachineNumbers.of(file);
  }

  /** An adapter for this cloud that makes ids in some way. */
  public static AdapterUnderTest subject(IdForm form) {
    return AdapterUnderTest.of(new NumberedFactory(form))
        .cloud(
            (clock, seed) -> new NumberedCloud(new SimulatedTestCloud(clock, seed, Map.of()), form))
        .mode("simulated");
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    return simulated.config(wire);
  }

  @Override
  public SampleLaunch sample() {
    return simulated.sample();
  }

  @Override
  public Optional<TestCloudConsole> console() {
    Object console = Proxy.newProxyInstance(
        NumberedCloud.class.getClassLoader(),
        new Class<?>[] {TestCloudConsole.class},
        (proxy, method, arguments) -> answer(method, arguments));
    return Optional.of(TestCloudConsole.class.cast(console));
  }

  private @Nullable Object answer(Method method, Object @Nullable [] arguments) throws Throwable {
    if (method.getName().equals("numberIds")) {
      numbers.large();
      return null;
    }
    if (method.getName().equals("reuseIds")) {
      numbers.reuse();
      return null;
    }
    try {
      return numbered(method.invoke(simulated, below(arguments)));
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private Object @Nullable [] below(Object @Nullable [] arguments) {
    return arguments == null
        ? null
        : Arrays.stream(arguments)
            .map(one -> one instanceof MachineId id ? form.read(id, numbers).orElse(id) : one)
            .toArray();
  }

  private @Nullable Object numbered(@Nullable Object answer) {
    if (answer instanceof MachineId id) {
      return form.of(id, numbers);
    }
    if (answer instanceof List<?> all && all.stream().allMatch(CloudResource.class::isInstance)) {
      return all.stream().map(CloudResource.class::cast).map(this::numbered).toList();
    }
    return answer;
  }

  private CloudResource numbered(CloudResource resource) {
    return resource.isMachine()
        ? new CloudResource(
            resource.kind(),
            form.of(new MachineId(resource.id()), numbers).value(),
            resource.exists(),
            resource.tags())
        : resource;
  }

  @Override
  public Optional<FaultHook> faultPoint() {
    return simulated.faultPoint();
  }

  @Override
  public Set<Path> files() {
    return simulated.files();
  }

  @Override
  public void close() {
    MachineNumbers.forget(file);
    simulated.close();
  }
}
